import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** An event as it waits in the outbox. */
export interface LiveEvent {
  position: number;
  accountId: string;
  name: string;
  /** Ids only. */
  data: Json;
  /** What several people are sent for the same event, by their ids, read once for all; those who are sent nothing are not in it. */
  shared?: () => Promise<Bodies>;
}

export type Bodies = ReadonlyMap<string, Json>;

/** One kind of event that streams carry. */
export interface LiveKind {
  name: string;
  /**
   * Something that is so, such as a count, rather than something that happened: sent whenever a stream opens, and once
   * however often it changed since it was last sent.
   */
  isState: boolean;
  /** What its receiver is sent, as they may see it now; undefined: nothing. */
  read: (app: App, viewer: Viewer, data: Json) => Promise<Json | undefined> | Json | undefined;
  /** The same for several people in one statement, where a group is sent the event. */
  readAll?: ReadAll;
}

type ReadAll = (app: App, viewers: readonly Viewer[], data: Json) => Promise<Bodies>;

/** A kind that is read the same way for one person and for several. */
export const readTogether = (readAll: ReadAll): Required<Pick<LiveKind, 'read' | 'readAll'>> => ({
  read: async (app, viewer, data) => (await readAll(app, [viewer], data)).get(viewer.id),
  readAll,
});
