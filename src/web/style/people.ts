import { avatar, personRow, stack } from '../components/people.ts';
import { buttonForm } from '../form.ts';
import { card } from '../components/surfaces.ts';
import { composer } from '../components/fields/composer.ts';
import { menu, menuLink } from '../components/navigation/menu.ts';
import { comment, post, postAction } from '../components/post.ts';
import { linkPreview } from '../components/post-media.ts';
import { toast } from '../components/toast.ts';
import { html } from '../html.ts';
import type { SpecimenGroup } from './foundations.ts';

const ada = { id: '1', name: 'Ada Marino', username: 'ada', picture: null };
const teo = { id: '27', name: 'Teo Okafor', username: 'teo', picture: null };
const iris = { id: '30', name: 'Íris', username: 'iris', picture: null };

export function people(): SpecimenGroup {
  const now = Date.now();
  return {
    id: 'people',
    title: 'People and posts',
    specimens: [
      {
        name: 'avatar()',
        what: 'a picture, or initials on a color derived from the ID',
        shown: html`<div class="button-row">
          ${avatar(ada, 'small')} ${avatar(teo)} ${avatar(iris, 'large')} ${avatar(ada, 'huge')}
          ${['2', '3', '4', '5', '6', '7', '8', '9'].map((id) => avatar({ id, name: 'N N', picture: null }))}
        </div>`,
      },
      {
        name: 'personRow(), stack()',
        what: 'people in a list',
        shown: card({
          flush: true,
          title: 'People you may know',
          body: stack(
            [ada, teo, iris].map((person) =>
              personRow({
                person,
                href: '#people',
                detail: 'Keeps bees on the roof of the old cinema',
                actions: buttonForm({ to: '#people', label: 'Follow', icon: 'user-plus', small: true }),
              }),
            ),
          ),
        }),
      },
      {
        name: 'composer()',
        what: 'opens with the key n',
        shown: html`<div class="reading">
          ${composer({
            action: '#people',
            viewer: ada,
            placeholder: 'What’s on your mind?',
            submit: 'Post',
            maxlength: 5000,
            accept: 'image/png,image/jpeg',
            privacies: [
              { value: 'public', label: 'Public' },
              { value: 'friends', label: 'Friends' },
            ],
          })}
        </div>`,
      },
      {
        name: 'post(), postAction(), linkPreview(), comment()',
        what: 'a post as shown in a feed',
        shown: html`<div class="reading">
          ${card({
            flush: true,
            body: post({
              id: 'style-post',
              author: teo,
              authorHref: '#people',
              href: '#people',
              at: new Date(now - 47 * 60_000),
              privacy: 'public',
              body: html`<p>
                The harbour radio archive is online: <a href="#people">#field-recordings</a> from 1968 to
                1991, each with the weather of its day. Thanks to <a href="#people">@ada</a> for carrying the
                tapes.
              </p>`,
              media: linkPreview({
                href: '#people',
                host: 'archive.example.org',
                title: 'Harbour radio, 1968–1991',
                description: 'Four hundred hours of ships, storms and small talk, free to listen to.',
              }),
              menu: menu({
                label: 'More about this post',
                items: menuLink({ label: 'Copy address', href: '#people', icon: 'copy' }),
              }),
              actions: html`${postAction({ label: 'Like', icon: 'heart', count: 24, pressed: true, to: '#people' })}
              ${postAction({ label: 'Comment', icon: 'message-circle', count: 3, href: '#people' })}
              ${postAction({ label: 'Share', icon: 'repeat-2', to: '#people' })}`,
              below: html`${comment({
                id: 'style-comment',
                author: iris,
                authorHref: '#people',
                at: new Date(now - 12 * 60_000),
                body: html`<p>The fog of March 1974 is my favourite.</p>`,
              })}
              ${composer({
                action: '#people',
                viewer: ada,
                placeholder: 'Write a comment',
                submit: 'Send',
                maxlength: 1000,
                small: true,
                id: 'style-comment-text',
              })}`,
            }),
          })}
        </div>`,
      },
      {
        name: 'toast()',
        what: 'feedback on the last action; stays while hovered',
        shown: html`<div class="still-toasts">
          ${toast({ kind: 'success', text: 'Link copied.' })}
          ${toast({ kind: 'info', text: 'Two people joined.' })}
          ${toast({ kind: 'error', text: 'The picture is larger than 5 MB.' })}
        </div>`,
      },
    ],
  };
}
