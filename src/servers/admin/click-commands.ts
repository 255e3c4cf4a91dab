import type { App } from '../../platform/app.ts';
import { copyClicks, storeNames, verifyClicks } from '../../links/clicks/store/copy-clicks.ts';
import type { StoreName } from '../../links/clicks/store/copy-clicks.ts';
import { type Command, UsageError } from './command.ts';

/** The store that clicks are copied to. */
function parseStore(given: string): StoreName {
  const store = storeNames.find((name) => name === given);
  if (!store) throw new UsageError(`${given} is not a store of clicks: use ${storeNames.join(' or ')}.`);
  return store;
}

function withClickHouse({ clickhouse, ...app }: App) {
  if (!clickhouse) throw new UsageError('There is no CLICKHOUSE_URL: all clicks are in PostgreSQL.');
  return { ...app, clickhouse };
}

/** Commands about the stores of clicks. */
export const clickCommands: readonly Command[] = [
  {
    words: 'clicks copy',
    args: ['clickhouse|postgresql'],
    about: 'copies clicks to a store that lacks them; can be repeated',
    subject: (_, [to = '']) => `to ${parseStore(to)}`,
    run: async ({ app }, [to = '']) => ({
      copied: await copyClicks(withClickHouse(app), parseStore(to), (day, copied) =>
        app.log.info({ day, copied }, 'clicks copied'),
      ),
    }),
  },
  {
    words: 'clicks verify',
    args: ['clickhouse|postgresql'],
    about: 'compares each click that the other store has',
    run: async ({ app }, [to = '']) => {
      const { clicks, differences } = await verifyClicks(withClickHouse(app), parseStore(to));
      if (differences.length > 0)
        throw new Error(
          differences
            .map(({ day, missing, repeated }) => `${day}: ${missing} missing, ${repeated} repeated`)
            .join('\n'),
        );
      return { ...clicks, missing: 0, repeated: 0 };
    },
  },
];
