export { Hop, type HopEvent, type HopOptions } from './hop.ts';
export { Plaza, type PlazaEvent, type PlazaOptions } from './plaza.ts';
export { ApiError, ConnectionError, TimeoutError } from './errors.ts';
export { List, type Page } from './pages.ts';
export { verifyWebhook, WebhookError, type WebhookEvent } from './webhooks.ts';
