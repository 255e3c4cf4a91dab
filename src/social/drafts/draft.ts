import { missing, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';

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

/** Returns one of the author's own drafts, optionally of a given kind. */
export async function getDraft(
  app: App,
  author: Pick<Viewer, 'id'>,
  id: string,
  kind?: DraftKind,
): Promise<Draft> {
  const row = await selectDrafts(app)
    .where('draft.id', '=', id)
    .where('draft.account_id', '=', author.id)
    .$call(whenGiven(kind, (query, kind) => query.where('draft.kind', '=', kind)))
    .executeTakeFirst();
  if (!row) throw missing(msg('Draft'));
  return toDraft(row);
}

/** The URL to continue a draft. */
export function pathOfDraft({ id, kind }: Pick<Draft, 'id' | 'kind'>): string {
  switch (kind) {
    case 'post':
      return `/drafts/${id}`;
    case 'article':
      return `/articles/new?draft=${id}`;
  }
}

/** Drafts with all columns. */
export const selectDrafts = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.draft as draft')
    .select(['draft.id', 'draft.account_id', 'draft.kind', 'draft.post_id', 'draft.content'])
    .select(['draft.created_at', 'draft.updated_at', 'draft.publish_at', 'draft.time_zone', 'draft.problem']);

type Row = Awaited<ReturnType<ReturnType<typeof selectDrafts>['execute']>>[number];

export const toDraft = (row: Row): Draft => ({
  id: row.id,
  kind: row.kind as DraftKind,
  postId: row.post_id,
  content: row.content as DraftContent,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  publishAt: row.publish_at,
  timeZone: row.time_zone,
  problem: row.problem,
});
