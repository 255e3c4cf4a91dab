import { Type } from 'typebox';
import { settings } from '../../identity/components/settings-frame.ts';
import { Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import { operations, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { type FormState, bind, buttonForm, form, refused } from '../../web/form.ts';
import { button, linkButton } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader, table } from '../../web/components/surfaces.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { menu, menuLink } from '../../web/components/navigation/menu.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { feedLinks } from '../components/feed-links.ts';
import { filtersPath } from '../filters/filters.ts';
import { type CardContext, postList } from '../posts/components/post-card.ts';
import { listTagged, type PageOfPosts } from '../posts/reading/lists.ts';
import { postsToMarkdown } from '../post-view/to-markdown.ts';
import { followsTag, followTag, listFollowedTags } from './followed-tags.ts';

const memberApi = operations('Posts', 'member');
const path = '/apis/php/user/hashtags';
const Act = Type.Enum(['follow', 'unfollow'], { default: 'follow' });
const Tag = Type.String({ maxLength: 300 });

const TagRecord = Type.Object(
  { hashtag: Type.String({ description: 'In lower case, without #' }), url: Type.String() },
  { title: 'FollowedHashtag' },
);

export const hashtagRoutes = [
  memberApi.get({
    path,
    summary: 'List the hashtags you follow',
    description: 'Extension. Public posts with them are in your feed.',
    returns: Envelope(Type.Array(TagRecord)),
    handle: async ({ app, viewer }) => ({
      data: (await listFollowedTags(app, viewer)).map((tag) => ({
        hashtag: tag,
        url: app.config.plazaUrl + hrefOf(tag),
      })),
    }),
  }),
  memberApi.post({
    path,
    verb: followTag,
    summary: 'Follow or unfollow a hashtag',
    description: 'Extension. At most 100 hashtags.',
    body: Type.Object({ tag: { ...Tag, description: 'With or without #' }, do: Act }),
    returns: Envelope(Type.Object({ hashtag: Type.String(), i_follow: Type.Boolean() })),
    example: { tag: 'bread', do: 'follow' },
    handle: async ({ app, viewer, body }) => ({
      data: {
        hashtag: await followTag(app, viewer, body.tag, body.do),
        i_follow: body.do === 'follow',
      },
    }),
  }),
];

const anyone = pagesFor('anyone');
const member = pagesFor('member');
const settingsPath = '/settings/hashtags';
const hrefOf = (tag: string) => `/hashtag/${encodeURIComponent(tag)}`;

export const hashtagPages = [
  anyone.get({
    path: '/hashtag/:tag',
    cached: true,
    params: Type.Object({ tag: Tag }),
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: async ({ app, viewer, client, params, query }) => {
      const tag = toTag(params.tag);
      const base = app.config.plazaUrl;
      const [posts, follows] = await Promise.all([
        listTagged(app, viewer, tag, query),
        followsTag(app, viewer, tag),
      ]);
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept))
        return {
          type: 'text/markdown; charset=utf-8',
          body: postsToMarkdown(`#${tag}`, posts.items, base),
        };
      return hashtagView(tag, posts, { viewer, base }, { follows, isFirst: query.before === undefined });
    },
  }),
  member.post({
    path: '/hashtag/:tag/follow',
    verb: followTag,
    params: Type.Object({ tag: Tag }),
    body: Type.Object({ do: Act, back: Type.Optional(Type.Enum([settingsPath])) }),
    handle: async ({ app, viewer, params, body }) => {
      const tag = await followTag(app, viewer, params.tag, body.do);
      return redirect(body.back ?? hrefOf(tag), {
        kind: 'success',
        text:
          body.do === 'follow'
            ? t('You now see posts with #{tag} on your home page', { tag })
            : t('You no longer follow #{tag}', { tag }),
      });
    },
  }),
  member.get({
    path: settingsPath,
    handle: async ({ app, viewer }) => followedView(await listFollowedTags(app, viewer)),
  }),
  member.post({
    path: settingsPath,
    verb: followTag,
    body: Type.Object({ tag: Type.String({ maxLength: 300, default: '' }) }),
    handle: async ({ app, viewer, body }) => {
      await followTag(app, viewer, body.tag);
      return redirect(settingsPath, { kind: 'success', text: t('Saved') });
    },
    again: async ({ app, viewer, body }, problem) =>
      followedView(await listFollowedTags(app, viewer), refused(body, problem)),
  }),
];

/** All posts with a hashtag that are visible to the viewer. */
function hashtagView(
  tag: string,
  posts: PageOfPosts,
  context: CardContext,
  { follows, isFirst }: { follows: boolean; isFirst: boolean },
): View {
  const href = hrefOf(tag);
  return {
    title: `#${tag}`,
    description: t('Posts with #{tag} on Plaza', { tag }),
    canonical: `${context.base}${href}`,
    section: 'home',
    head: feedLinks(`tags/${encodeURIComponent(tag)}`, `#${tag}`),
    body: html`${pageHeader({ title: `#${tag}`, ...(context.viewer && { actions: actionsOf(tag, follows) }) })}
    ${postList(posts, context, {
      label: t('Posts with #{tag}', { tag }),
      empty: emptyState({
        illustration: 'search',
        title: t('No posts with #{tag} yet', { tag }),
        text: t('Posts with this hashtag will appear here.'),
        action: context.viewer
          ? linkButton({ label: t('Write a post'), href: '/compose', icon: 'square-pen', kind: 'primary' })
          : linkButton({ label: t('Discover'), href: '/discover' }),
      }),
      older: (before) => `${href}?before=${before}`,
      isFirst,
    })}`,
  };
}

const actionsOf = (tag: string, follows: boolean): Html =>
  html`${followButton(tag, follows)}
  ${menu({
    label: t('More about #{tag}', { tag }),
    items: html`${menuLink({ label: t('Followed hashtags'), href: settingsPath, icon: 'hash' })}
    ${menuLink({
      label: t('Filter #{tag}', { tag }),
      href: `${filtersPath}/new?keyword=${encodeURIComponent(`#${tag}`)}`,
      icon: 'eye-off',
    })}
    ${menuLink({ label: t('RSS feed'), href: `/feeds/tags/${encodeURIComponent(tag)}/rss`, icon: 'rss' })}`,
  })}`;

const followButton = (tag: string, follows: boolean, back?: string): Html =>
  buttonForm({
    to: `${hrefOf(tag)}/follow`,
    label: follows ? t('Unfollow') : t('Follow'),
    ...(!follows && { kind: 'primary' }),
    ...(back !== undefined && { small: true }),
    fields: { do: follows ? 'unfollow' : 'follow', ...(back !== undefined && { back }) },
  });

/** The hashtags that the viewer follows. */
function followedView(tags: readonly string[], state: FormState = {}): View {
  return settings(
    t('Followed hashtags'),
    settingsPath,
    html`${card({
      title: t('Followed hashtags'),
      lead: t('Public posts with these hashtags appear on your home page.'),
      body: form({
        action: settingsPath,
        state,
        body: html`${textField({
          ...bind(state)('tag'),
          label: t('Hashtag'),
          icon: 'hash',
          maxlength: 100,
          autocomplete: 'off',
          required: true,
        })}
        ${button({ label: t('Follow hashtag'), kind: 'primary' })}`,
      }),
    })}
    ${
      tags.length > 0 &&
      card({
        flush: true,
        body: table({
          caption: t('Followed hashtags'),
          rows: tags,
          columns: [
            {
              label: t('Hashtag'),
              main: true,
              cell: (tag) => html`<a dir="auto" href="${hrefOf(tag)}">#${tag}</a>`,
            },
            {
              label: t('Unfollow'),
              hideLabel: true,
              align: 'end',
              cell: (tag) => followButton(tag, true, settingsPath),
            },
          ],
        }),
      })
    }`,
  );
}
