import { operatorMenu } from '../../identity/components/operator-frame.ts';
import { settingsMenu } from '../../identity/components/settings-frame.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { menuSuggestions, type Suggestion } from '../../web/components/suggestions.ts';
import { t } from '../../web/translation/translate.ts';

/** What people can do from the palette, and the pages that the navigation does not list. */
export const paletteEntries = (viewer: Viewer | undefined): Suggestion[] =>
  viewer
    ? [
        { href: '/articles/new', icon: 'newspaper', label: t('New article') },
        { href: '/questions/new', icon: 'circle-question-mark', label: t('Ask a question') },
        { href: '/messages/new', icon: 'message-circle', label: t('New message') },
        { href: '/pages/new', icon: 'flag', label: t('New page') },
        { href: '/messages/calls', icon: 'phone', label: t('Calls') },
        { href: '/developers', icon: 'code', label: t('Developers') },
        ...menuSuggestions(t('Settings'), 'settings', settingsMenu()),
        ...(may(viewer, 'operate') ? menuSuggestions(t('Operator'), 'shield', operatorMenu()) : []),
      ]
    : [
        { href: '/developers', icon: 'code', label: t('Developers') },
        { href: '/static/terms', icon: 'file-text', label: t('Terms') },
        { href: '/static/privacy', icon: 'lock', label: t('Privacy') },
        { href: '/contact', icon: 'mail', label: t('Contact') },
      ];
