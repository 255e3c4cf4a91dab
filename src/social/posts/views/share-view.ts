import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup } from '../../../web/components/fields/choice-field.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textArea } from '../../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { PageOfPosts } from '../reading/page-of-posts.ts';
import { pathOf } from '../sharing/path-of.ts';
import type { Post } from '../post.ts';
import { privacies } from '../privacies.ts';
import { maxTextLength } from '../../text/longest-text.ts';
import { originCard } from './origin-view.ts';
import type { CardContext } from '../components/post-card.ts';
import { postList } from '../components/post-list.ts';
import { bylineOf } from '../text/byline-of.ts';

/** The form to share a post, optionally with text. */
export const shareView = (post: Post, { values, ...state }: FormState = {}): View => ({
  title: t('Share'),
  section: 'home',
  body: html`${pageHeader({ title: t('Share') })}
  ${card({
    body: form({
      action: `/posts/${post.id}/share`,
      submit: t('Share'),
      busyLabel: t('Sharing'),
      cancel: { label: t('Cancel'), href: pathOf(post) },
      state,
      body: html`${textArea({
        name: 'text',
        label: t('Add a comment'),
        mentions: true,
        rows: 3,
        maxlength: maxTextLength,
        required: false,
        value: values?.text,
        error: state.errors?.text,
      })}
      ${originCard(post)}
      ${radioGroup({ name: 'privacy', label: t('Audience'), value: values?.privacy ?? 'public', choices: privacies(), inline: true })}`,
    }),
  })}`,
});

/** The shares of a post, with their texts. */
export const sharesView = (
  post: Post,
  shares: PageOfPosts,
  context: CardContext,
  isFirst: boolean,
): View => ({
  title: t('Shares of a post by {name}', { name: bylineOf(post).author.name }),
  section: 'home',
  body: html`${pageHeader({
    title: t('View shares'),
    lead: html`<a class="link" href="${pathOf(post)}"
      >${post.title || t('The post by {name}', { name: bylineOf(post).author.name })}</a
    >`,
  })}
  ${postList(shares, context, {
    label: t('Shares'),
    empty: emptyState({
      illustration: 'quiet',
      title: t('No one yet'),
      text: t('People who share it will appear here.'),
    }),
    older: (before) => `/posts/${post.id}/shares?before=${before}`,
    isFirst,
  })}`,
});
