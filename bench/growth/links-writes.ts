import { addLink } from '../../src/links/links/add-link.ts';
import { createClickIds, toLine } from '../../src/links/clicks/click.ts';
import { insertClicks } from '../../src/links/clicks/spool/insert-clicks.ts';
import { workCost } from './jobs.ts';
import type pg from 'pg';
import type { World } from './open-world.ts';

const links = 200;
const clicks = 2000;

/**
 * Measures adding a link, and batches of clicks from the spool, for an account that owns nearly all links.
 */
export async function measureLinkWrites(statements: pg.Client, world: World): Promise<void> {
  const { app, pool, ids, size } = world;
  if (size.links === 0) return;
  const cost = (label: string, times: number, work: () => Promise<void>) =>
    workCost(statements, world, label, times, work);
  await cost(`add a link, average of ${links}`, links, async () => {
    for (let n = 0; n < links; n += 1)
      await addLink(app, { id: ids.star }, { url: `https://example.com/new/${n}` });
  });
  const { rows } = await pool.query<{ id: string }>(
    `select id from links.link where account_id = $1 and alias like 'star-%' and id % $2 = 0 order by id limit $3`,
    [ids.star, Math.max(1, Math.floor(size.links / clicks) - 1), clicks],
  );
  const nextId = createClickIds();
  const batch = (linkOf: (n: number) => string) =>
    Buffer.from(
      Array.from({ length: clicks }, (_, n) => {
        const at = Date.now();
        return toLine(nextId(at), {
          linkId: linkOf(n),
          at,
          isBot: false,
          referrer: 'example.org',
          visitor: visitor(n),
        });
      }).join(''),
    );
  const many = batch((n) => rows[n % rows.length]?.id ?? '0');
  const one = batch(() => rows[0]?.id ?? '0');
  await cost(`${clicks} clicks on ${clicks} links`, 1, async () => {
    await insertClicks(app, many);
  });
  await cost(`${clicks} clicks on one link`, 1, async () => {
    await insertClicks(app, one);
  });
  const { rows: bytes } = await pool.query<Record<'link' | 'click', number>>(
    `select (pg_total_relation_size('links.link') / $1)::integer as link,
       (sum(pg_total_relation_size(inhrelid)) / greatest(1, (select count(*) from links.click)))::integer as click
     from pg_inherits where inhparent = 'links.click'::regclass`,
    [size.links],
  );
  console.log(`- on disk: ${bytes[0]?.link} bytes per link, ${bytes[0]?.click} per click`);
}

const visitor = (n: number) => ({
  hash: String(n),
  country: 'DE',
  browser: 'Firefox',
  system: 'Linux',
  device: 'desktop',
  language: 'de',
  isBot: false,
});
