import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { composer } from '../../web/components/fields/composer.ts';
import { pictureTypes } from '../../web/components/fields/file-field.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import type { FormState } from '../../web/form.ts';
import { html } from '../../web/html.ts';
import { t, tc } from '../../web/translation/translate.ts';
import type { View } from '../../web/view.ts';
import { originCard } from '../posts/components/post-media.ts';
import { postOptions, postTools } from '../posts/components/post-options.ts';
import { listPlanChoices, type PlanChoice } from '../posts/paywall.ts';
import { type Post, privacies } from '../posts/post.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { videoTypes } from '../posts/requests/post-form.ts';
import { maxTextLength } from '../text/plain.ts';

export const composingPages = [
  pagesFor('member').get({
    path: '/compose',
    query: Type.Object({ quote: Type.Optional(Id) }),
    handle: ({ app, viewer, query }) => showComposer(app, viewer, { quoteId: query.quote }),
  }),
];

/** The form of a new post. Scripts show it in a dialog. */
export async function showComposer(
  app: App,
  viewer: Viewer,
  { quoteId, state = {} }: { quoteId?: string | undefined; state?: FormState },
): Promise<View> {
  const [plans, quoted] = await Promise.all([
    listPlanChoices(app, { accountId: viewer.id, present: null }),
    quoteId === undefined ? undefined : getPost(app, viewer, quoteId),
  ]);
  return composerView(viewer, { plans, quoted, state });
}

function composerView(
  viewer: Viewer,
  { plans, quoted, state }: { plans: readonly PlanChoice[]; quoted: Post | undefined; state: FormState },
): View {
  const title = quoted ? t('Quote') : t('New post');
  return {
    title,
    section: 'home',
    body: html`${pageHeader({ title })}
    ${composer({
      action: '/posts',
      viewer,
      placeholder: quoted ? t('Add a comment') : t('What’s on your mind?'),
      submit: tc('button', 'Post'),
      maxlength: maxTextLength,
      accept: pictureTypes,
      video: videoTypes,
      files: true,
      describe: true,
      emoji: true,
      thread: {
        texts: Object.entries(state.values ?? {}).flatMap(([name, text]) =>
          /^thread-\d+$/.test(name) ? [text ?? ''] : [],
        ),
        error: state.errors?.thread,
      },
      privacies: privacies(viewer),
      tools: postTools(state),
      extras: postOptions({ state, plans }),
      quoted:
        quoted && html`<input type="hidden" name="quote_id" value="${quoted.id}" /> ${originCard(quoted)}`,
      state,
    })}`,
  };
}
