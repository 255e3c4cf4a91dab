import type { ViewerName } from './open-world.ts';

/** Something to ask for, at the address it has in one world. Labels are the same in every world. */
export interface Read {
  label: string;
  service: 'plaza' | 'hop';
  /** Nobody: a stranger. */
  as?: ViewerName;
  path: string;
  /** Beside those of the viewer. */
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: unknown;
}
