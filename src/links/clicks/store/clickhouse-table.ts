import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { ClickHouse } from '../../../platform/database/clickhouse.ts';
import { jobKind } from '../../../platform/jobs/jobs.ts';
import type { Config } from '../../../platform/settings/config.ts';

/** Columns of a click in ClickHouse, in the order in which they are inserted. */
export const clickColumns = {
  id: 'UUID',
  at: "DateTime64(3, 'UTC') codec(Delta, ZSTD)",
  // 0: the link was deleted before its click was counted.
  account_id: 'UInt64 codec(Delta, ZSTD)',
  link_id: 'UInt64 codec(Delta, ZSTD)',
  purpose: 'LowCardinality(String)',
  is_bot: 'Bool',
  visitor: 'Int64',
  country: 'LowCardinality(String)',
  region: 'LowCardinality(String)',
  city: 'LowCardinality(String)',
  browser: 'LowCardinality(String)',
  system: 'LowCardinality(String)',
  device: 'LowCardinality(String)',
  language: 'LowCardinality(String)',
  referrer: 'LowCardinality(String)',
  variant: 'LowCardinality(String)',
  // As in the URL: encoded.
  utm_source: 'LowCardinality(String)',
  utm_medium: 'LowCardinality(String)',
  utm_campaign: 'LowCardinality(String)',
  utm_term: 'LowCardinality(String)',
  utm_content: 'LowCardinality(String)',
} as const;

/** Tokens of inserts that are remembered, so that a repeat changes nothing: hours of them, one or two a second. */
const rememberedInserts = 20_000;

/** Returns the statements that create the table, and that give it the retention of the settings. */
export function tableStatements({
  CLICKHOUSE_CLUSTER: cluster,
  HOP_CLICK_DAYS,
}: Pick<Config, 'CLICKHOUSE_CLUSTER' | 'HOP_CLICK_DAYS'>): { create: string; retain: string } {
  const onCluster = cluster ? ` on cluster '${cluster}'` : '';
  const columns = Object.entries(clickColumns).map(([name, type]) => `${name} ${type}`);
  // A month expires as a whole, as in PostgreSQL.
  const expires =
    HOP_CLICK_DAYS > 0
      ? `toDateTime(toStartOfMonth(at)) + interval 1 month + interval ${HOP_CLICK_DAYS} day`
      : undefined;
  const kind = cluster ? 'replicated' : 'non_replicated';
  return {
    create: `create table if not exists click${onCluster} (
      ${columns.join(',\n      ')},
      index of_link link_id type bloom_filter(0.01) granularity 4,
      index of_time at type minmax granularity 1
    )
    engine = ${cluster ? 'ReplicatedMergeTree' : 'MergeTree'}
    partition by toYYYYMM(at)
    order by (account_id, link_id, at)
    ${expires ? `ttl ${expires}` : ''}
    settings ${kind}_deduplication_window = ${rememberedInserts}, ttl_only_drop_parts = 1`,
    retain: expires
      ? `alter table click${onCluster} modify ttl ${expires} settings materialize_ttl_after_modify = 0`
      : `alter table click${onCluster} remove ttl`,
  };
}

/** Deletes the clicks of an account in ClickHouse after the account was deleted. */
export const eraseClicksJob = jobKind('links.erase-clicks', Type.Object({ account: Type.String() }));

export async function eraseClicks(
  { clickhouse, config }: Pick<App, 'clickhouse' | 'config'>,
  { account }: { account: string },
): Promise<void> {
  if (!clickhouse) return;
  await ensureTable({ config }, clickhouse);
  const onCluster = config.CLICKHOUSE_CLUSTER ? ` on cluster '${config.CLICKHOUSE_CLUSTER}'` : '';
  // Rewrites the parts, so that the rows are gone and not only hidden.
  await clickhouse.command(`alter table click${onCluster} delete where account_id = {account:UInt64}`, {
    account,
  });
}

const created = new WeakMap<ClickHouse, Promise<void>>();

/** Creates the table at first use. Retried if ClickHouse is away. */
export function ensureTable({ config }: Pick<App, 'config'>, clickHouse: ClickHouse): Promise<void> {
  let pending = created.get(clickHouse);
  if (!pending) {
    pending = createTable(config, clickHouse);
    created.set(clickHouse, pending);
    pending.catch(() => created.delete(clickHouse));
  }
  return pending;
}

async function createTable(config: Config, clickHouse: ClickHouse): Promise<void> {
  const { create, retain } = tableStatements(config);
  await clickHouse.command(create);
  const [table] = await clickHouse.query<{ definition: string }>(
    `select create_table_query as definition from system.tables where database = currentDatabase() and name = 'click'`,
  );
  const { HOP_CLICK_DAYS } = config;
  const stored = /toIntervalDay\((\d+)\)/.exec(table?.definition ?? '')?.[1] ?? '0';
  if (Number(stored) !== HOP_CLICK_DAYS) await clickHouse.command(retain);
}
