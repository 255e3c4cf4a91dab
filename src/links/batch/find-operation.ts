import type { Endpoint } from '../../platform/http/endpoint.ts';

/** Returns the mounted operation with this method and path. */
export function findOperation(operations: readonly Endpoint[], method: string, path: string): Endpoint {
  const found = operations.find((operation) => operation.method === method && operation.path === path);
  if (!found) throw new Error(`Unknown operation ${method} ${path}`);
  return found;
}
