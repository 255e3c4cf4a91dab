import type { World } from './open-world.ts';
import type { Read } from './read.ts';

/** Every read of Hop's pages and APIs. */
export function linksReads({ size }: World): Promise<Read[]> {
  return Promise.resolve(
    size.links > 0 ? [{ label: "Hop's list", service: 'hop', as: 'star', path: '/dashboard/links' }] : [],
  );
}
