import type { Endpoint } from './endpoint.ts';

type Operation = Pick<Endpoint, 'method' | 'tag'> & { scope?: 'read' | 'write' | undefined };

/** What an operation is about, as keys name it: the first word of its tag. */
const areaOf = ({ tag }: Pick<Endpoint, 'tag'>): string => tag.split(' ', 1).join('').toLowerCase();

/** What a key must be allowed to call an operation: `links:read` for what only reads, else `links:write`. */
export const scopeOf = (operation: Operation): string =>
  `${areaOf(operation)}:${operation.scope ?? (operation.method === 'GET' ? 'read' : 'write')}`;

/** Allows reading everything. */
export const readOnly = '*:read';

/** What takes an account over in the wrong hands: allowed only to keys for which it was chosen by name. */
const accountWrite = 'account:write';

/**
 * Whether one of the scopes allows what is asked. Who may write may read. Undefined: everything is allowed except
 * changes of the account itself.
 */
export function allows(scopes: readonly string[] | undefined, scope: string): boolean {
  if (scopes === undefined) return scope !== accountWrite;
  if (scopes.includes(scope)) return true;
  const [area = '', way] = scope.split(':');
  return way === 'read' && (scopes.includes(readOnly) || scopes.includes(`${area}:write`));
}

/** Something that operations are about: how keys name it, and how people do. */
export interface Area {
  name: string;
  title: string;
}

/** All scopes of the operations, for the choice of what a key may do. */
export function areasOf(operations: readonly Pick<Endpoint, 'tag'>[]): Area[] {
  const titles = new Map(operations.map((operation) => [areaOf(operation), operation.tag]));
  return [...titles].map(([name, title]) => ({ name, title })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
