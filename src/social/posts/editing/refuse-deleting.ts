import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import type { PostHeader } from '../reading/get-post-header.ts';

/**
 * Throws if a question has helpful answers, whose authors would lose their work. Moderators can still delete
 * it.
 */
export async function refuseDeleting(
  { db }: App,
  viewer: Viewer,
  post: Pick<PostHeader, 'id' | 'kind' | 'author'>,
): Promise<void> {
  if (post.kind !== 'question' || may(viewer, 'moderate')) return;
  const helpful = await db
    .selectFrom('social.answer as answer')
    .innerJoin('social.post as said', 'said.id', 'answer.post_id')
    .innerJoin('social.question as question', 'question.post_id', 'answer.question_id')
    .where('answer.question_id', '=', post.id)
    .where('said.author_id', '!=', post.author.id)
    .where('said.deleted_at', 'is', null)
    .where('said.held_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('question.accepted_id', '=', eb.ref('answer.post_id')),
        eb.exists(
          eb
            .selectFrom('social.vote as vote')
            .whereRef('vote.post_id', '=', 'answer.post_id')
            .where('vote.value', '=', 1)
            .select('vote.post_id'),
        ),
      ]),
    )
    .select('answer.post_id')
    .executeTakeFirst();
  if (helpful)
    throw new Problem(
      'conflict',
      t('Questions with helpful answers cannot be deleted. You can still edit yours.'),
    );
}
