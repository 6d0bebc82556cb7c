// Formats of JSON Schema that Ajv checks otherwise than the service needs.
import type { Ajv } from 'ajv';
import { domainToASCII } from 'node:url';
import addFormats from 'ajv-formats';

/** What a link may open: other schemes run code in the page that shows it, or read files (D783). */
export const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'ftp', 'urn']);

/** Text before a colon, unless the colon belongs to a path, a query or a fragment. */
const SCHEME = /^([^/?#:]*):/u;

/** True for a text without a scheme, or with one of those that are allowed. */
function hasSafeScheme(text: string): boolean {
  const scheme = SCHEME.exec(text)?.[1];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase());
}

/** The expression of Ajv takes quadratic time. */
const isWebAddress = (text: string): boolean => /^(?:https?|ftp):\/\/\S+$/iu.test(text) && URL.canParse(text);

/** International domains are compared and sent in ASCII (D748). */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
}

/** Nested groups take quadratic time. */
const LONGEST_EXPRESSION = 1000;

function isExpression(text: string): boolean {
  if (text.length > LONGEST_EXPRESSION) return false;
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Adds the formats of ajv-formats; each is checked in linear time. */
export function addSchemaFormats(ajv: Ajv): void {
  addFormats.default(ajv);
  const { email } = ajv.formats;
  if (!(email instanceof RegExp)) throw new Error('ajv-formats has another email than expected');
  ajv.addFormat('email', (text: string) => email.test(withAsciiDomain(text)));
  const reference = ajv.formats['uri-reference'];
  if (!(reference instanceof RegExp)) throw new Error('ajv-formats has another uri-reference than expected');
  const isReference = (text: string): boolean => reference.test(text) && hasSafeScheme(text);
  ajv.addFormat('uri', isReference);
  ajv.addFormat('uri-reference', isReference);
  ajv.addFormat('url', isWebAddress);
  ajv.addFormat('regex', isExpression);
}
