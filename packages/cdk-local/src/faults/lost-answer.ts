/** A request's connection should break without an answer. */
export class LostAnswer extends Error {
  constructor() {
    super('The connection breaks before the answer.');
    this.name = 'LostAnswer';
  }
}
