/** A typical post: about 500 characters, a few of them outside ASCII. */
export const POST_TEXT = `We moved our order pipeline to a queue on the database itself, and the pager has been quiet for three weeks.

What helped most was not the queue: it was writing down, before the first line of code, which messages may arrive twice. Two of eleven may. The other nine had relied on luck, and nobody knew.

If you plan the same move: begin with that list, then measure how long your slowest consumer really takes, and only then choose a tool. Questions are welcome – Grüße aus Köln, and thanks to everybody who answered ours.`;
