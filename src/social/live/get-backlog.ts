import type { App } from '../../platform/app.ts';
import type { Channel } from './channel.ts';
import type { LiveKind } from './event.ts';
import { placeEvents, getEvents, getWindow } from './get-events.ts';
import { shareReads } from './share-reads.ts';

/** Maximum number of missed events to send. Beyond it, the page is told to reload. */
const maxMissed = 200;
const atOnce = 1000;

/** Starts the streams opened since the last read, each from its reader's position. */
export async function getBacklog(app: App, channels: ReadonlyMap<string, Channel>): Promise<void> {
  const opened = [...channels.values()].flatMap((channel) =>
    [...channel.streams]
      .filter(({ position }) => position === undefined)
      .map((stream) => ({ channel, stream })),
  );
  if (opened.length === 0) return;
  await placeEvents(app);
  const { placedTo, deletedTo } = await getWindow(app);
  for (const { channel, stream } of opened) {
    const { after = placedTo } = stream;
    // A position beyond the newest event comes from before a restored backup.
    const isKnown = after >= deletedTo && after <= placedTo;
    const events =
      isKnown && after < placedTo
        ? await getEvents(app, {
            accountIds: [channel.viewer.id],
            after,
            upTo: placedTo,
            max: maxMissed + 1,
          })
        : [];
    const missed = isKnown && events.length <= maxMissed ? events : undefined;
    channel.begin(stream, { position: placedTo, missed });
  }
}

/** Sends the events added since `from` to the started streams. Returns the position read up to. */
export async function getNewEvents(
  app: App,
  channels: ReadonlyMap<string, Channel>,
  kinds: readonly LiveKind[],
  from: number | undefined,
): Promise<number> {
  await placeEvents(app);
  const { placedTo } = await getWindow(app);
  let after = from ?? lowest(channels) ?? placedTo;
  while (after < placedTo) {
    const events = await getEvents(app, {
      accountIds: [...channels.keys()],
      after,
      upTo: placedTo,
      max: atOnce,
    });
    const shared = shareReads(app, channels, kinds, events);
    for (const [accountId, theirs] of Map.groupBy(shared, (event) => event.accountId)) {
      const channel = channels.get(accountId);
      const begun = [...(channel?.streams ?? [])].filter(({ position }) => position !== undefined);
      channel?.deliver(theirs, begun);
    }
    after = events.length < atOnce ? placedTo : (events.at(-1)?.position ?? placedTo);
  }
  return after;
}

function lowest(channels: ReadonlyMap<string, Channel>): number | undefined {
  const positions = [...channels.values()].flatMap(({ streams }) =>
    [...streams].flatMap(({ position }) => position ?? []),
  );
  return positions.length === 0 ? undefined : Math.min(...positions);
}
