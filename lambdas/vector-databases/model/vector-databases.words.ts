export const words = {
  VectorDatabaseCheck: 'The outcome of a search.',
  'VectorDatabaseCheck.ok': 'Whether the search succeeded, with or without a result.',
  VectorDatabase: 'A vector database that an agent searches.',
  'VectorDatabase.type': 'The vendor of the database.',
  'VectorDatabase.index':
    'Name of the index to search. It must have integrated embedding, with its texts in the default namespace.',
  'VectorDatabase.api_key': 'Your key at the vendor, visible only to you.',
  'VectorDatabase.api_environment':
    'The vendor’s name for the environment of the index. It is stored but not used, since the vendor finds an index by its name.',
  VectorDatabaseInput: 'A new vector database.',
  VectorDatabaseUpdateInput:
    'The fields of the vector database to change; a field that you leave out stays unchanged.',
};

export const examples = {
  'VectorDatabaseCheck.ok': true,
  'VectorDatabaseCheck.message': 'A search in the index succeeds.',
  'VectorDatabase.id': '0199a5d0-3c06-7a10-8b20-5f6e7d8c9b06',
  'VectorDatabase.index': 'questions',
  'VectorDatabase.api_key': 'your-key',
  'VectorDatabase.api_environment': 'eu-west',
};
