import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';

/** An error in the application's instructions, with the code that the vendor's debugger would show. */
export class TwimlError extends Error {
  readonly code: number;
  /** The document that could not be fetched or run, if it has a URL. */
  readonly url: string | undefined;

  constructor(code: number, message: string, url?: string) {
    super(message);
    this.code = code;
    this.url = url;
  }
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** The parser's ordered form of an element: its name is the key of its children. */
const nodeSchema = z.record(z.string(), z.unknown());
const attributesSchema = z.record(z.string(), z.string());
const ATTRIBUTES = ':@';
const TEXT = '#text';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
});

/** Parses an XML document to its top elements. Throws the vendor's 12100 if it is not well-formed. */
export function parseXmlElements(xml: string): XmlElement[] {
  const validity = XMLValidator.validate(xml);
  if (validity !== true) {
    throw new TwimlError(12100, `Document parse failure: ${validity.err.msg} (line ${validity.err.line})`);
  }
  return elements(parser.parse(xml));
}

function elements(nodes: unknown): XmlElement[] {
  return z
    .array(nodeSchema)
    .parse(nodes)
    .flatMap((node) => {
      const name = Object.keys(node).find((key) => key !== ATTRIBUTES && key !== TEXT);
      if (name === undefined) return [];
      const inner = z.array(nodeSchema).parse(node[name]);
      return {
        name,
        attributes: attributesSchema.parse(node[ATTRIBUTES] ?? {}),
        children: elements(inner),
        text: inner.map((child) => (typeof child[TEXT] === 'string' ? child[TEXT] : '')).join(''),
      };
    });
}
