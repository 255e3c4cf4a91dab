import type { App } from '../../platform/app.ts';
import type { Draft, DraftContent, DraftKind } from './draft.ts';

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
