/** The connection of a request is to break without an answer. */
export class LostAnswer extends Error {
  constructor() {
    super('The connection breaks before the answer.');
    this.name = 'LostAnswer';
  }
}
