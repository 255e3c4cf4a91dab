import type pg from 'pg';
import type { Size } from './open-world.ts';

/** Links and clicks, by the people that are there already. */
export async function fillLinks(pool: pg.Pool, { links }: Size): Promise<void> {
  if (links > 0) await pool.query('select from links.link limit 1');
}
