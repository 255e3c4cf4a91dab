import { html, type Html } from '../../../web/html.ts';

/** Allows what pages usually do, except navigating the top window without a user action. */
const sandbox = () =>
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox ' +
  'allow-downloads allow-modals allow-presentation allow-top-navigation-by-user-activation';

/** An iframe with the destination of a link. */
export const destinationFrame = (to: string, title: string): Html =>
  html`<iframe
    src="${to}"
    title="${title}"
    sandbox="${sandbox()}"
    allow="fullscreen; autoplay; clipboard-write"
    referrerpolicy="strict-origin-when-cross-origin"
  ></iframe>`;

/** The frame may show any site and navigate to any other. */
export const frameSources = ['http:', 'https:'];
