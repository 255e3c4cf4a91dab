import { t } from '../../kernel/translation/translate.ts';
import { ById } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { invalid } from '../../kernel/problem.ts';
import { vote } from './vote.ts';
import { VoteForm } from './wire.ts';

const member = pagesFor('member');

export const pollPages = [
  member.post({
    path: '/posts/:id/vote',
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    params: ById,
    body: VoteForm,
    handle: async ({ app, viewer, params, body }) => {
      const chosen = [body.options ?? []].flat();
      if (chosen.length === 0) throw invalid('options', t('Choose an option'));
      await vote(app, viewer, params.id, chosen);
      return redirect(`/posts/${params.id}`);
    },
  }),
];
