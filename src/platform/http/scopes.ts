import type { Endpoint } from './endpoint.ts';

type Operation = Pick<Endpoint, 'method' | 'tag'> & { scope?: 'read' | 'write' | undefined };

/** The area of an operation in scopes: the first word of its tag. */
const areaOf = ({ tag }: Pick<Endpoint, 'tag'>): string => tag.split(' ', 1).join('').toLowerCase();

/** The scope that an operation requires: `links:read` for reads, else `links:write`. */
export const scopeOf = (operation: Operation): string =>
  `${areaOf(operation)}:${operation.scope ?? (operation.method === 'GET' ? 'read' : 'write')}`;

/** Allows reading everything. */
export const readOnly = '*:read';

/**
 * Some operations need keys with an explicit scope: those that would let an attacker take over the account, and those of
 * operators on the accounts of others.
 */
const isExplicit = (scope: string) => scope === 'account:write' || scope.startsWith('users:');

/**
 * Whether one of the scopes allows the requested scope. Write scopes include read. Undefined: full access,
 * except for what needs an explicit scope.
 */
export function allows(scopes: readonly string[] | undefined, scope: string): boolean {
  if (scopes === undefined) return !isExplicit(scope);
  if (scopes.includes(scope)) return true;
  const [area = '', way] = scope.split(':');
  if (way !== 'read') return false;
  return scopes.includes(`${area}:write`) || (scopes.includes(readOnly) && !isExplicit(scope));
}

/** An area of operations: its name in scopes and its title. */
export interface Area {
  name: string;
  title: string;
}

/** All areas of the operations, for choosing a key's scopes. */
export function areasOf(operations: readonly Pick<Endpoint, 'tag'>[]): Area[] {
  const titles = new Map(operations.map((operation) => [areaOf(operation), operation.tag]));
  return [...titles].map(([name, title]) => ({ name, title })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
