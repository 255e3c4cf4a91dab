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
}

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
}
