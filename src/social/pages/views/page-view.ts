import { t, tc } from '../../../web/translation/translate.ts';
import { card, emptyState, day } from '../../../web/components/surfaces.ts';
import { optionPart, postTools } from '../../posts/components/post-options.ts';
import { paywallFields } from '../../posts/components/paywall.ts';
import type { PlanChoice } from '../../posts/paywall.ts';
import { composer } from '../../../web/components/fields/composer.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { buttonForm, type FormState } from '../../../web/form.ts';
import { html, type Fragment, type Html, type View } from '../../../web/html.ts';
import { photoGrid, postList } from '../../posts/components/post-card.ts';
import type { PhotoInList } from '../../posts/records/post-parts.ts';
import type { PageOfPosts } from '../../posts/reading/lists.ts';
import { pictureTypes } from '../../../web/components/fields/file-field.ts';
import { videoTypes } from '../../posts/requests/post-form.ts';
import { maxTextLength } from '../../text/plain.ts';
import { renderText } from '../../text/render-text.ts';
import { mayWrite, pathOfPage, type SocialPage } from '../../access/page.ts';
import { describe, pageTabs, sharing, socialPageHeader } from './page-header.ts';
import type { PageHeaderContext, PageTab } from './page-header.ts';
import type { NumberedPage } from '../../../platform/database/queries.ts';

export interface ShownPage extends PageHeaderContext {
  page: SocialPage;
  /** Whether the viewer has a pending invitation. */
  isInvited: boolean;
  /** Paid plans of the page. */
  plans: readonly PlanChoice[];
}

/** A page with its posts. */
export function socialPageView(
  shown: ShownPage,
  posts: PageOfPosts,
  isFirst: boolean,
  state?: FormState,
): View {
  const { page, viewer, base } = shown;
  const here = pathOfPage(page);
  return {
    ...frame(shown, 'posts', page.title, here),
    body: html`${top(shown, 'posts')} ${isFirst && compose(shown, state)}
    ${postList(
      posts,
      { viewer, base, showsPinned: true },
      {
        label: t('Posts by {title}', { title: page.title }),
        empty: nothing(page),
        older: (before) => `${here}?before=${before}`,
        isFirst,
      },
    )}`,
  };
}

export function pagePhotosView(
  shown: ShownPage,
  { items: photos, hasMore }: NumberedPage<PhotoInList>,
  number: number,
): View {
  const { page } = shown;
  const here = `${pathOfPage(page)}/photos`;
  return {
    ...frame(shown, 'photos', t('Photos by {title}', { title: page.title }), here),
    body: html`${top(shown, 'photos')}
    ${
      photos.length > 0
        ? photoGrid(photos, page.title)
        : card({
            body: emptyState({
              illustration: 'quiet',
              title: number > 0 ? t('No more photos') : t('No photos yet'),
              text: t('Photos from the page’s posts will appear here.'),
            }),
          })
    }
    ${olderNewer({ newer: number > 0 && `${here}?page=${number - 1}`, older: hasMore && `${here}?page=${number + 1}` })}`,
  };
}

export function aboutPageView(shown: ShownPage): View {
  const { page } = shown;
  const { about, website, category, createdAt, username } = page;
  const line = (label: string, value: Fragment) =>
    html`<div>
      <dt>${label}</dt>
      <dd dir="auto">${value}</dd>
    </div>`;
  return {
    ...frame(shown, 'about', t('About {title}', { title: page.title }), `${pathOfPage(page)}/about`),
    body: html`${top(shown, 'about')}
    ${card({
      title: t('About'),
      body: html`${about === '' ? html`<p>No description yet.</p>` : renderText(about, new Map())}
        <dl class="profile-about">
          ${category && line(t('Category'), category.name)}
          ${
            website !== '' &&
            line(
              t('Website'),
              html`<a class="link" href="${website}" rel="nofollow ugc noopener"
                >${website.replace(/^https?:\/\/|\/$/g, '')}</a
              >`,
            )
          }
          ${line(t('Name'), `@${username}`)} ${line(t('Joined'), day(createdAt))}
        </dl>`,
    })}`,
  };
}

function frame({ page, base }: ShownPage, tab: PageTab, title: string, path: string): Omit<View, 'body'> {
  const isShut = page.heldAt !== null || page.suspendedAt !== null;
  return {
    title,
    description: describe(page),
    canonical: `${base}${path}`,
    section: 'pages',
    head: html`${tab === 'posts' && !isShut && sharing(page, base)}
    ${isShut && html`<meta name="robots" content="noindex" />`}`,
  };
}

const top = (shown: ShownPage, tab: PageTab): Html =>
  html`${socialPageHeader(shown.page, shown)} ${shown.isInvited && invitation(shown.page)}
  ${pageTabs(shown.page, tab)}`;

const invitation = ({ username, title }: SocialPage): Html =>
  card({
    title: t('A friend invited you to like this page'),
    body: html`<div class="button-row">
      ${buttonForm({
        to: `/pages/${username}/invitation`,
        label: t('Like {title}', { title }),
        icon: 'thumbs-up',
        kind: 'primary',
        fields: { do: 'accept' },
      })}
      ${buttonForm({ to: `/pages/${username}/invitation`, label: t('Decline'), fields: { do: 'decline' } })}
    </div>`,
  });

function compose({ page, viewer, plans }: ShownPage, state: FormState = {}): Html | false {
  if (!viewer || !mayWrite(page) || page.heldAt || page.suspendedAt) return false;
  return composer({
    action: `${pathOfPage(page)}/posts`,
    viewer: { id: page.id, name: page.title, picture: page.picture },
    placeholder: t('Post as {title}', { title: page.title }),
    submit: tc('button', 'Post'),
    maxlength: maxTextLength,
    accept: pictureTypes,
    video: videoTypes,
    files: true,
    describe: true,
    tools: postTools(state, 'price'),
    extras: optionPart('price', paywallFields(state, plans)),
    state,
  });
}

function nothing(page: SocialPage): Html {
  if (mayWrite(page))
    return emptyState({
      illustration: 'posts',
      title: t('No posts yet'),
      text: t('Posts by the page appear here and in the feeds of people who like it.'),
      action: linkButton({
        label: t('Invite friends'),
        href: `${pathOfPage(page)}/invite`,
        icon: 'user-plus',
      }),
    });
  return emptyState({
    illustration: 'quiet',
    title: t('No posts yet'),
    text: t('Like {title} to see its posts in your feed.', { title: page.title }),
  });
}
