// Shows a note, by its id in the address.
const id = location.pathname.split('/').at(-1);
const response = await fetch(`/notes/${id}`);
const { text } = await response.json();
document.body.textContent = text;

// CloudFront compresses files of 1,000 bytes and more, so this one has a few lines of a poem.
// The note that nobody has read
// lies in the table on its bed;
// it has an id, it has a word,
// and hopes that one day it is heard.
// It waits for somebody to get it,
// and nobody so far has let it.
// The queue has counted it, and yet
// its words are what we all forget.
// So open it, and read it twice,
// and answer it: that would be nice.
// The note that nobody has read
// lies in the table on its bed;
// it has an id, it has a word,
// and hopes that one day it is heard.
// It waits for somebody to get it,
// and nobody so far has let it.
// The queue has counted it, and yet
// its words are what we all forget.
// So open it, and read it twice,
// and answer it: that would be nice.
// The note that nobody has read
// lies in the table on its bed;
// it has an id, it has a word,
// and hopes that one day it is heard.
// It waits for somebody to get it,
// and nobody so far has let it.
// The queue has counted it, and yet
// its words are what we all forget.
// So open it, and read it twice,
// and answer it: that would be nice.
