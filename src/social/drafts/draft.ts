import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** What can be kept unfinished. */
export const draftKinds = ['post', 'article'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** What its kind makes of it; the kind checks it when it is published. */
export type DraftContent = Readonly<Record<string, unknown>>;

/** What somebody is still writing, or has written for later. */
export interface Draft {
  id: string;
  kind: DraftKind;
  /** It is a change to this post. */
  postId: string | null;
  content: DraftContent;
  createdAt: Date;
  updatedAt: Date;
  /** When it is published by itself. */
  publishAt: Date | null;
  /** The IANA name of the zone in which that was chosen. */
  timeZone: string;
  /** Why it could not be published when it was to be; empty: nothing is wrong. */
  problem: string;
}

/** Publishes what is in a draft, as its author; returns the id of the post. */
export type PublishDraft = (app: App, author: Viewer, draft: Draft) => Promise<string>;
