export { Hop, type HopOptions } from './hop.ts';
export { Plaza, type PlazaOptions } from './plaza.ts';
export { ApiError, ConnectionError, TimeoutError } from './errors.ts';
export { List, type Page } from './pages.ts';
export { verifyWebhook, WebhookError, type WebhookEvent } from './webhooks.ts';
