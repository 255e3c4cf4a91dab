import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Kinds of content that can be drafted. */
export const draftKinds = ['post', 'article'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** Content in the format of its kind, validated on publication. */
export type DraftContent = Readonly<Record<string, unknown>>;

/** An unfinished or scheduled text. */
export interface Draft {
  id: string;
  kind: DraftKind;
  /** The post that the draft changes, if any. */
  postId: string | null;
  content: DraftContent;
  createdAt: Date;
  updatedAt: Date;
  /** When the draft is published automatically. */
  publishAt: Date | null;
  /** IANA time zone in which the time was chosen. */
  timeZone: string;
  /** Why scheduled publication failed, or empty. */
  problem: string;
}

/** Publishes a draft on behalf of its author and returns the id of the post. */
export type PublishDraft = (app: App, author: Viewer, draft: Draft) => Promise<string>;
