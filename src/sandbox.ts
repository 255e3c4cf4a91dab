// The program of the processes in which images and documents of strangers are worked on.
import { samlLogoutTask, samlTask } from './identity/provider-sign-in/saml-task.ts';
import { joinPagesTask, readPageTask } from './links/transfer/remote-pages.ts';
import { jsonRowsTask } from './links/transfer/import/json-rows.ts';
import { logoTask } from './links/qr/drawing/load-logo.ts';
import { codePictureTask, fitTask } from './links/qr/drawing/picture.ts';
import { documentTask } from './paid/audit/document.ts';
import { unpackTask } from './platform/archive/unpack.ts';
import { pictureTask } from './platform/files/draw-picture.ts';
import { componentsTask } from './platform/http/documents/openapi-components.ts';
import { ghostTask } from './social/moving/blogs/ghost.ts';
import { substackTask } from './social/moving/blogs/substack.ts';
import { wordpressTask } from './social/moving/blogs/wordpress.ts';
import { communityTask } from './social/moving/community/dump.ts';
import { mastodonTask } from './social/moving/mastodon.ts';
import { plazaTask } from './social/moving/plaza.ts';
import { headTask } from './social/previews/head.ts';
import { textTask } from './social/articles/text-task.ts';
import { reportTask } from './platform/mail/reports.ts';
import { serveTasks } from './platform/sandbox/messages.ts';
import { toolTask } from './toolkit/tool-task.ts';
import { metaTask, resourcesTask, sitemapTask } from './toolkit/encodings/markup/html.ts';

serveTasks([
  codePictureTask,
  communityTask,
  componentsTask,
  documentTask,
  fitTask,
  ghostTask,
  headTask,
  joinPagesTask,
  jsonRowsTask,
  logoTask,
  mastodonTask,
  metaTask,
  pictureTask,
  plazaTask,
  readPageTask,
  reportTask,
  resourcesTask,
  samlLogoutTask,
  samlTask,
  sitemapTask,
  substackTask,
  textTask,
  toolTask,
  unpackTask,
  wordpressTask,
]);
