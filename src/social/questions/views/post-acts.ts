import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { html, type Html } from '../../../web/html.ts';
import { may } from '../../../platform/http/caller.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import type { CardContext } from '../../posts/components/post-card.ts';

/** The menu of actions for readers, the author and moderators. */
export function postActs(post: Post, { viewer, base }: CardContext): Html {
  const { id, kind, author } = post;
  const isMine = viewer?.id === author.id;
  const mayDelete = isMine || may(viewer, 'moderate');
  return menu({
    label: t(
      '{kind, select, question {More actions for the question by {name}} other {More actions for the answer by {name}}}',
      {
        kind,
        name: author.name,
      },
    ),
    items: html`<button class="menu-item needs-script" type="button" data-copy="${base}${pathOf(post)}">
        ${icon('link')}<span>Copy link</span>
      </button>
      ${menuLink({ label: t('{kind, select, question {Open the question} other {Open the answer}}', { kind }), href: pathOf(post), icon: 'arrow-up-right' })}
      ${
        !post.heldAt &&
        menuLink({
          label: t('Share'),
          href: viewer ? `/posts/${id}/share` : `/signin?next=/posts/${id}/share`,
          icon: 'repeat-2',
          frame: '_top',
        })
      }
      ${post.editedAt && menuLink({ label: t('Edit history'), href: `/posts/${id}/history`, icon: 'history' })}
      ${
        viewer &&
        menuButton({
          label: post.isSaved ? t('Unsave') : t('Save'),
          to: `/posts/${id}/save`,
          fields: { do: post.isSaved ? 'unsave' : 'save' },
          icon: 'bookmark',
        })
      }
      ${isMine && menuLink({ label: t('Edit'), href: `/questions/edit/${id}`, icon: 'pencil' })}
      ${viewer && !isMine && menuLink({ label: t('Report'), href: `/report?handle=${kind}&id=${id}`, icon: 'flag', frame: '_top' })}
      ${mayDelete && menuLine}
      ${
        mayDelete &&
        menuButton({
          label: t('Delete'),
          to: `/posts/${id}/delete`,
          icon: 'trash-2',
          danger: true,
          frame: `post-frame-${id}`,
          ...(!isMine && {
            confirm: t(
              '{kind, select, question {Delete this question by {name}?} other {Delete this answer by {name}?}}',
              { kind, name: author.name },
            ),
          }),
        })
      }`,
  });
}
