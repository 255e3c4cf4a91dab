import type { ViewerName } from './open-world.ts';

/** A request, with its address in one world. Labels are the same in every world. */
export interface Read {
  label: string;
  service: 'plaza' | 'hop';
  /** Undefined: signed out. */
  as?: ViewerName;
  path: string;
  /** Sent in addition to the viewer's headers. */
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: unknown;
}
