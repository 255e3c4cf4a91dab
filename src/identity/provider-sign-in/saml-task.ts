import { sandboxTask } from '../../platform/sandbox/task.ts';
import type { SamlSettings } from '../providers/saml-settings.ts';

/** An answer as it was posted, and what it must fit. */
export interface SamlAnswer {
  /** In base64. */
  response: string;
  /** Id of the request that it answers. */
  requestId: string;
  /** Where it was posted to. */
  url: string;
  entityId: string;
  issuer: string;
  certificates: string[];
  signed: SamlSettings['signed'];
  /** In PEM. It decrypts assertions. */
  privateKey: string;
  mustEncrypt: boolean;
}

/** What a provider says about a person, all of it signed. */
export interface SamlAssertion {
  id: string;
  nameId: string;
  nameIdFormat: string;
  /** By name, and by friendly name where no attribute has that name. */
  attributes: Record<string, string[]>;
  authenticatedAt: number;
  /** How they proved it. */
  contextClass: string;
  sessionIndex: string;
  /** For how long it is valid, in milliseconds. */
  lifetime: number;
}

/** A logout request as a browser brought it, and what it must fit. */
export interface SamlLogout {
  /** In base64; deflated if it came in the query. */
  request: string;
  /** Of the query: what is signed, and the signature. Undefined: the XML is signed. */
  query: { signed: string; algorithm: string; signature: string } | undefined;
  url: string;
  entityId: string;
  issuer: string;
  certificates: string[];
}

/** Whose sessions end. */
export interface LogoutRequest {
  id: string;
  nameId: string;
  /** Empty: all of them. */
  sessions: string[];
}

/** Reads an answer where its XML can do no harm. */
export const samlTask = sandboxTask<SamlAnswer, SamlAssertion>(
  'saml.response',
  async () => (await import('./saml-response.ts')).readResponse,
);

/** As `samlTask`, for logout requests. */
export const samlLogoutTask = sandboxTask<SamlLogout, LogoutRequest>(
  'saml.logout',
  async () => (await import('./saml-logout.ts')).readLogout,
);
