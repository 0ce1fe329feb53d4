function e(e,n){return[e,...n].map(e=>e.map(t).join(`,`)).join(`\r
`).concat(`\r
`)}function t(e){let t=e==null?``:typeof e==`object`?JSON.stringify(e):String(e),i=n.test(t)?t:t.replaceAll(r,`'`);return/[",\r\n]/.test(i)?`"${i.replaceAll(`"`,`""`)}"`:i}var n=/^[+-]?\d+(\.\d+)?$/,r=/^(?=[\t\r])|(?<=^|[;\t\r\n])(?= *[=+\-@＝＋－＠])/g;export{e as t};