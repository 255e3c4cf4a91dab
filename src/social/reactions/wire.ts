import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { After, nextPage, type NextPage } from '../../platform/http/families/social-paging.ts';
import { toUserRecord, UserRecord } from '../people/records/user-record.ts';
import { reactionPictureUrl } from '../components/reaction-picture.ts';
import { reactionKinds, type ReactionKind } from '../tallies/reaction-kinds.ts';
import type { PageOfReactors } from './list-reactors.ts';

const change = {
  do: Type.Union([Type.Literal('react'), Type.Literal('unreact')]),
  reaction: Type.Optional(
    Type.Unsafe<ReactionKind>({ type: 'string', enum: reactionKinds, default: 'like' }),
  ),
};
const which = {
  reaction: Type.Optional(
    Type.Unsafe<ReactionKind>({ type: 'string', enum: reactionKinds, description: 'Only this reaction' }),
  ),
  ...After,
};

export const ReactionChange = Type.Object({ ...change, post_id: Id }, { title: 'ReactionChange' });
export const CommentReactionChange = Type.Object(
  { ...change, comment_id: Id },
  { title: 'CommentReactionChange' },
);
export const PostReactors = Type.Object({ post_id: Id, ...which });
export const CommentReactors = Type.Object({ comment_id: Id, ...which });

/** A person and their reaction. */
export const ReactorRecord = Type.Object(
  {
    ...UserRecord.properties,
    reaction: Type.String(),
    reaction_image_url: Type.String({ description: 'Absolute URL of a picture of the reaction' }),
  },
  { title: 'Reactor' },
);

export const toReactorRecords = (
  app: App,
  { items: reactors, hasMore }: PageOfReactors,
  page: number,
): { data: Static<typeof ReactorRecord>[] } & NextPage => ({
  data: reactors.map(({ person, kind }) => ({
    ...toUserRecord(app, person),
    reaction: kind,
    reaction_image_url: reactionPictureUrl(app, kind),
  })),
  ...nextPage(page, hasMore),
});
