import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Channel } from './channel.ts';
import type { Bodies, LiveEvent, LiveKind } from './event.ts';

/**
 * How long a shared read is reused. Receivers that come later read again, and so observe a block or a removal
 * in between.
 */
const freshFor = seconds(1);

/**
 * Makes events with the same data share one read for all receivers. The first receiver triggers the read;
 * late receivers trigger another.
 */
export function shareReads(
  app: App,
  channels: ReadonlyMap<string, Pick<Channel, 'viewer'>>,
  kinds: readonly LiveKind[],
  events: readonly LiveEvent[],
): LiveEvent[] {
  const readAll = new Map(kinds.map((kind) => [kind.name, kind.readAll]));
  const groups = Map.groupBy(events, ({ name, data }) => `${name} ${JSON.stringify(data)}`);
  const reads = new Map<string, () => Promise<Bodies>>();
  for (const [key, same] of groups) {
    const [first] = same;
    const read = first && readAll.get(first.name);
    const viewers = [...new Set(same.map(({ accountId }) => accountId))].flatMap(
      (id) => channels.get(id)?.viewer ?? [],
    );
    if (!read || viewers.length < 2) continue;
    let bodies: Promise<Bodies> | undefined;
    let readAt = -Infinity;
    reads.set(key, () => {
      const now = app.clock.now().getTime();
      if (!bodies || now - readAt > freshFor) {
        bodies = read(app, viewers, first.data);
        readAt = now;
      }
      return bodies;
    });
  }
  return events.map((event) => {
    const shared = reads.get(`${event.name} ${JSON.stringify(event.data)}`);
    return shared ? { ...event, shared } : event;
  });
}
