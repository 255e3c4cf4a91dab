// The library takes half a millisecond to write a person, and seconds for many members. Records are of our own shape, so
// nothing in them needs its checks.
import { isRecord } from '../../kernel/json.ts';
import { ScimProblem } from './patch.ts';
import type { Shown } from './resources.ts';

type Name = 'User' | 'Group';

const schemaOf = (name: Name) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

/** Names of attributes in lower case, each with those below it that are meant. None: all of it. */
type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** Writes a record as it is shown to a caller. */
export type Show = (resource: Shown) => object;

interface Asked {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

/**
 * Returns how resources are written (RFC 7643, 3.1) with the attributes that the caller asks for, or without those that
 * it leaves out (RFC 7644, 3.9). The id is always there.
 * @param at where SCIM is
 */
export function createShow(at: string, name: Name, { attributes, excludedAttributes }: Asked): Show {
  const only = attributes ? parseNames(name, attributes) : undefined;
  const without = excludedAttributes && !only ? parseNames(name, excludedAttributes) : undefined;
  const isMeant = (names: Names, attribute: string) => names.has(attribute.toLowerCase());
  return (resource) => {
    const { id, ...rest } = toWritten(at, name, resource);
    const entries = Object.entries(rest).flatMap(([attribute, value]): [string, unknown][] => {
      const parts = (only ?? without)?.get(attribute.toLowerCase()) ?? new Set();
      if (only)
        return isMeant(only, attribute) ? [[attribute, pick(value, (part) => parts.has(part), parts)]] : [];
      if (!without || !isMeant(without, attribute)) return [[attribute, value]];
      return parts.size === 0 ? [] : [[attribute, pick(value, (part) => !parts.has(part), parts)]];
    });
    return { id, ...Object.fromEntries(entries) };
  };
}

const toWritten = (at: string, name: Name, { id, meta, ...rest }: Shown & { meta?: object }) => ({
  id,
  schemas: [schemaOf(name)],
  ...rest,
  meta: { resourceType: name, ...meta, location: `${at}/${name}s/${id}` },
});

/** The parts of a value, or of each in a list, that are wanted. All if the caller names none. */
function pick(value: unknown, isWanted: (part: string) => boolean, named: ReadonlySet<string>): unknown {
  if (named.size === 0) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => pick(each, isWanted, named));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => isWanted(part.toLowerCase())));
}

const attributeNames = /^[A-Za-z][\w.:$-]{0,100}(?:,[A-Za-z][\w.:$-]{0,100}){0,30}$/;

function parseNames(name: Name, text: string): Names {
  if (!attributeNames.test(text))
    throw new ScimProblem('invalidValue', 'attributes are names, separated by commas');
  const prefix = `${schemaOf(name)}:`.toLowerCase();
  const names = new Map<string, Set<string>>();
  for (const each of text.toLowerCase().split(',')) {
    const [attribute = '', part] = (each.startsWith(prefix) ? each.slice(prefix.length) : each).split('.');
    const parts = names.get(attribute);
    // The whole attribute includes its parts.
    if (part === undefined || parts?.size === 0) names.set(attribute, new Set());
    else names.set(attribute, (parts ?? new Set()).add(part));
  }
  return names;
}
