import { breadcrumbs } from '../components/navigation/breadcrumbs.ts';
import { button, linkButton } from '../components/controls.ts';
import { card, emptyState, notice } from '../components/surfaces.ts';
import { codeSample } from '../components/code-sample.ts';
import { dialog, dialogClose, dialogOpener } from '../components/fields/dialog.ts';
import { menu, menuButton, menuLine, menuLink } from '../components/navigation/menu.ts';
import { pagination } from '../components/navigation/pagination.ts';
import { progressBar, skeleton } from '../components/charts/figures.ts';
import { tabs } from '../components/navigation/tabs.ts';
import { textField } from '../components/fields/text-field.ts';
import { buttonForm } from '../form.ts';
import { html } from '../html.ts';
import type { SpecimenGroup } from './foundations.ts';

export function surfaces(): SpecimenGroup {
  return {
    id: 'surfaces',
    title: 'Surfaces and feedback',
    specimens: [
      {
        name: 'card()',
        what: 'a self-contained part',
        shown: html`<div class="grid">
          ${card({
            title: 'Two-step sign-in',
            lead: 'A code from your phone, after the password.',
            body: html`<p>Someone who learns your password still cannot get in.</p>`,
            footer: 'Last changed 3 weeks ago',
          })}
          ${card({
            title: 'Delete this account',
            danger: true,
            body: html`<p>Posts, comments and links go with it, at once and for good.</p>
              ${buttonForm({
                to: '#surfaces',
                label: 'Delete account',
                kind: 'danger',
                confirm: 'Everything you wrote is deleted too. This cannot be undone.',
              })}`,
          })}
        </div>`,
      },
      {
        name: 'notice()',
        what: 'important information',
        shown: html`${notice({ body: html`<p>The first account becomes the operator of this installation.</p>` })}
        ${notice({ tone: 'success', title: 'Domain verified', body: html`<p>go.example.org points here. Links on it work now.</p>` })}
        ${notice({ tone: 'warning', body: html`<p>This link expires in 2 days and has no address for afterwards.</p>` })}
        ${notice({
          tone: 'danger',
          title: 'Payments are off',
          body: html`<p>No receiving address is set, so machines are turned away.</p>`,
        })}`,
      },
      {
        name: 'menu(), dialog(), dialogOpener()',
        what: 'open without scripts; a drawer keeps the list visible',
        shown: html`<div class="button-row">
            ${menu({
              label: 'More',
              text: 'More',
              items: html`${menuLink({ label: 'Copy address', href: '#surfaces', icon: 'copy' })}
              ${menuLink({ label: 'Edit', href: '#surfaces', icon: 'pencil' })} ${menuLine}
              ${menuButton({ label: 'Delete', to: '#surfaces', icon: 'trash-2', danger: true, confirm: 'Delete this post?' })}`,
            })}
            ${dialogOpener('style-dialog', { label: 'Open a dialog' })}
            ${dialogOpener('style-drawer', { label: 'Open a drawer' })}
          </div>
          ${dialog({
            id: 'style-dialog',
            title: 'Report this post',
            body: html`<p>Moderators see your report; its author does not learn who sent it.</p>`,
            actions: html`${dialogClose('style-dialog')}${button({ label: 'Send report', kind: 'primary', type: 'button' })}`,
          })}
          ${dialog({
            id: 'style-drawer',
            title: 'Edit link',
            drawer: true,
            body: html`<div class="form">
              ${textField({ name: 'long', label: 'Destination', type: 'url', value: 'https://example.org/spring' })}
              ${textField({ name: 'short', label: 'Short link', prefix: 'hop.example/', value: 'spring', mono: true })}
            </div>`,
            actions: html`${dialogClose('style-drawer')}${button({ label: 'Save', kind: 'primary', type: 'button' })}`,
          })}`,
      },
      {
        name: 'tabs(), breadcrumbs(), pagination()',
        what: 'ways',
        shown: html`${breadcrumbs([
          {
            label: 'Links',
            href: '#surfaces',
          },
          { label: 'hop.example/spring', href: '#surfaces' },
          { label: 'Statistics' },
        ])}
        ${tabs('Example', [
          { label: 'Posts', href: '#surfaces', current: true, count: 128 },
          { label: 'About', href: '#surfaces' },
          { label: 'Friends', href: '#surfaces', count: 42 },
        ])}
        ${pagination({ page: 5, pages: 12, href: (page) => `#page-${page}` })}`,
      },
      {
        name: 'emptyState()',
        what: 'what will appear here, and what to do next',
        shown: html`<div class="grid">
          ${card({
            flush: true,
            body: emptyState({
              illustration: 'links',
              title: 'No links yet',
              text: 'Paste a URL and choose a memorable alias.',
              action: linkButton({
                label: 'Shorten a link',
                href: '#surfaces',
                kind: 'primary',
                icon: 'plus',
              }),
            }),
          })}
          ${card({
            flush: true,
            body: emptyState({
              illustration: 'posts',
              title: 'It is quiet here',
              text: 'Say something, or follow people whose posts you want to read.',
            }),
          })}
          ${card({
            flush: true,
            body: emptyState({
              illustration: 'people',
              title: 'Nobody new',
              text: 'You know everyone here. Invite someone.',
            }),
          })}
          ${card({
            flush: true,
            body: emptyState({
              illustration: 'chart',
              title: 'No clicks yet',
              text: 'They appear here within two seconds.',
            }),
          })}
          ${card({ flush: true, body: emptyState({ illustration: 'search', title: 'No results', text: 'Try fewer words.' }) })}
          ${card({ flush: true, body: emptyState({ illustration: 'quiet', title: 'All read', text: 'New notifications appear here.' }) })}
        </div>`,
      },
      {
        name: 'progressBar(), skeleton()',
        what: 'for anything that takes longer than half a second',
        shown: html`${progressBar({ label: 'Uploading harbour.jpg', value: 64 })}
        ${progressBar({ label: 'Reading the site' })} ${skeleton('post')}`,
      },
      {
        name: 'codeSample()',
        what: 'to run in a shell',
        shown: codeSample({
          title: 'Shorten a link',
          code: `curl https://hop.example/api/url/add \\
  -H 'Authorization: Bearer hop_live_8sJ2kQ0v' \\
  -H 'Content-Type: application/json' \\
  -d '{"url": "https://example.org/spring", "custom": "spring"}'

{"error": 0, "id": 17, "shorturl": "https://hop.example/spring"}`,
        }),
      },
    ],
  };
}
