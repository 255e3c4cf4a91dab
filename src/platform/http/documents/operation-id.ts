import type { Method } from '../endpoint.ts';

/** The operation id for generated clients: `putUrlByIdUpdate` for `PUT /api/url/:id/update`. */
export function operationId(method: Method, path: string): string {
  const words = path
    .replace(/^\/(apis\/php|api)(?=\/)/, '')
    .replaceAll(/[:{](\w+)\}?/g, 'by-$1')
    .split(/[^a-z0-9]+/i);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
