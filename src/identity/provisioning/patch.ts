import { isRecord } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';

const maxOperations = 200;
export const longestQuery = 1000;
/** The library writes out what `and` makes of alternatives, and compares each with each value. */
const maxAlternatives = 4;
/** Values of all lists together, such as addresses of a person, where operations compare them. */
const maxCompared = 200;

/** An error with a keyword of RFC 7644, 3.12. */
export class ScimProblem extends Problem {
  readonly scimType: string;

  constructor(scimType: string, message: string) {
    super('invalid', message);
    this.scimType = scimType;
  }
}

/** Throws for an expression of a filter that has more alternatives than anything real. */
export function refuseAlternatives(text: string, keyword: string): void {
  const outside = text
    .replaceAll(/\\./g, '')
    .split('"')
    .filter((_, at) => at % 2 === 0);
  if ((outside.join(' ').match(/\bor\b/gi)?.length ?? 0) > maxAlternatives)
    throw new ScimProblem(keyword, `At most ${maxAlternatives} alternatives`);
}

/** Some organizations write booleans as text, as in `"active": "False"`. */
export function tidyPatch(body: object): object {
  const { Operations: operations } = body as { Operations?: unknown };
  if (!Array.isArray(operations)) return body;
  if (operations.length > maxOperations)
    throw new ScimProblem('tooMany', `At most ${maxOperations} operations`);
  return { ...body, Operations: operations.map(tidyOperation) };
}

function tidyOperation(operation: unknown): unknown {
  if (typeof operation !== 'object' || operation === null) return operation;
  const { path, value } = operation as { path?: unknown; value?: unknown };
  if (typeof path === 'string' && path.length > longestQuery)
    throw new ScimProblem('invalidPath', 'The path is too long');
  if (typeof path === 'string') refuseAlternatives(path, 'invalidPath');
  if (typeof path === 'string' && path.toLowerCase() === 'active')
    return { ...operation, value: toBoolean(value) };
  if (path === undefined && typeof value === 'object' && value !== null && 'active' in value)
    return { ...operation, value: { ...value, active: toBoolean(value.active) } };
  return operation;
}

const toBoolean = (value: unknown): unknown =>
  typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;

/**
 * Throws for operations of which the library makes too much: it compares values one by one, and writes what is removed
 * into a filter as it is.
 */
export function refuseCostly(operations: readonly unknown[]): void {
  let values = 0;
  for (const { op, value } of operations.filter(isRecord)) {
    const parts = isRecord(value) ? [value, ...Object.values(value)] : [value];
    for (const part of parts) if (Array.isArray(part)) values += part.length;
    if (typeof op === 'string' && op.toLowerCase() === 'remove') refuseFilters(value);
  }
  if (values > maxCompared) throw new ScimProblem('tooMany', `At most ${maxCompared} values`);
}

/** More attributes than any resource has. The library looks at each that it does not know. */
const maxAttributes = 100;

/** Throws for an object with very many attributes, at any depth. */
export function refuseWide(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const values = Object.values(body);
  if (!Array.isArray(body) && values.length > maxAttributes)
    throw new ScimProblem('tooMany', `At most ${maxAttributes} attributes`);
  for (const each of values) refuseWide(each);
}

function refuseFilters(value: unknown): void {
  for (const each of (Array.isArray(value) ? value : [value]).filter(isRecord))
    for (const [name, text] of Object.entries(each))
      if (!/^[a-z$][\w$-]{0,50}$/i.test(name) || (typeof text === 'string' && /["\\]/.test(text)))
        throw new ScimProblem('invalidValue', 'A value that is removed cannot contain quotation marks');
}

/** What operations make of the members of a group. */
export interface PatchedMembers {
  members: string[];
  /** Operations on everything else. */
  rest: unknown[];
}

/**
 * Applies operations on members (RFC 7644, 3.5.2): the library compares each operation with each member, which takes
 * seconds for a large group.
 */
export function patchMembers(operations: readonly unknown[], present: readonly string[]): PatchedMembers {
  const members = new Set(present);
  const rest = operations.flatMap((operation) => {
    if (!isRecord(operation) || typeof operation.op !== 'string') return [operation];
    const { path, value } = operation;
    const op = operation.op.toLowerCase();
    if (path === undefined && isRecord(value)) {
      const { members: named, others } = withoutMembers(value);
      if (named === undefined) return [operation];
      apply(members, op, named);
      return Object.keys(others).length > 0 ? [{ ...operation, value: others }] : [];
    }
    const [, filter] = (typeof path === 'string' ? ofMembers.exec(path) : null) ?? [];
    if (filter === undefined) return [operation];
    if (filter === '') apply(members, op, value);
    else members.delete(idIn(op, filter));
    return [];
  });
  return { members: [...members], rest };
}

const ofMembers = /^\s*(?:urn:ietf:params:scim:schemas:core:2\.0:Group:)?members\b(.*)$/is;

function withoutMembers(value: Record<string, unknown>) {
  const key = Object.keys(value).find((name) => name.toLowerCase() === 'members');
  if (key === undefined) return { members: undefined, others: value };
  const { [key]: members, ...others } = value;
  return { members: members ?? [], others };
}

function apply(members: Set<string>, op: string, value: unknown): void {
  if (op === 'remove' && value === undefined) members.clear();
  if (op === 'replace') members.clear();
  if (op === 'remove') for (const id of idsIn(value ?? [])) members.delete(id);
  else for (const id of idsIn(value)) members.add(id);
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((each: unknown) => {
    if (!isRecord(each) || typeof each.value !== 'string')
      throw new ScimProblem('invalidValue', 'Each of members has the id of a user as value');
    return each.value;
  });

/** `[value eq "7"]`. */
function idIn(op: string, filter: string): string {
  const [, id] = /^\[\s*value\s+eq\s+"([^"\\]*)"\s*\]\s*$/i.exec(filter) ?? [];
  if (op !== 'remove' || id === undefined)
    throw new ScimProblem('invalidPath', 'One member is removed by members[value eq "id"]');
  return id;
}
