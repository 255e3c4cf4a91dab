import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { composer } from '../../web/components/fields/composer.ts';
import { pictureTypes } from '../../web/components/fields/file-field.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import type { FormState } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { t, tc } from '../../web/translation/translate.ts';
import { originCard } from '../posts/components/post-media.ts';
import { postOptions, postTools } from '../posts/components/post-options.ts';
import { listPlanChoices, type PlanChoice } from '../posts/paywall.ts';
import { type Post, privacies } from '../posts/post.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { videoTypes } from '../posts/requests/post-form.ts';
import { maxTextLength } from '../text/plain.ts';

/** From another app, or a link on another site. */
const Shared = Type.Optional(Type.String({ maxLength: 8192 }));

/** What another app shares, without what its text has already. */
const toText = (shared: Partial<Record<'title' | 'text' | 'url', string>>): string =>
  [shared.title, shared.text, shared.url]
    .map((part) => part?.trim() ?? '')
    .filter(
      (part, place, all) =>
        part !== '' && !all.some((other, at) => at !== place && holds(other, part, at < place)),
    )
    .join('\n')
    .slice(0, maxTextLength);

const holds = (other: string, part: string, isEarlier: boolean) =>
  other === part ? isEarlier : other.includes(part);

export const composingPages = [
  pagesFor('member').get({
    path: '/compose',
    query: Type.Object({ quote: Type.Optional(Id), title: Shared, text: Shared, url: Shared }),
    handle: ({ app, viewer, query: { quote, ...shared } }) =>
      showComposer(app, viewer, { quoteId: quote, state: { values: { text: toText(shared) } } }),
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
    style: 'composer-dialog',
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
