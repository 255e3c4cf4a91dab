/** What tests use of a package without types. */
declare module 'samlp' {
  interface Request {
    query: Record<string, string>;
    originalUrl: string;
    method: string;
  }
  export interface ResponseOptions {
    issuer: string;
    cert: string;
    key: string;
    audience: string;
    recipient: string;
    destination: string;
    inResponseTo: string;
    nameIdentifierFormat: string;
    authnContextClassRef: string;
    sessionIndex: string;
    lifetimeInSeconds: number;
    signatureAlgorithm: string;
    digestAlgorithm: string;
    signResponse: boolean;
    signAssertion: boolean;
    encryptionCert?: string;
    encryptionPublicKey?: string;
    profileMapper: (user: unknown) => {
      getClaims: () => Record<string, unknown>;
      getNameIdentifier: () => { nameIdentifier: string };
    };
  }
  export interface ParsedRequest {
    id: string;
    issuer: string;
    assertionConsumerServiceURL: string;
    destination: string;
    forceAuthn?: string;
  }
  export function parseRequest(
    request: Request,
    options: { signingCert?: string; relayState?: string },
    done: (error: Error | null, parsed?: ParsedRequest) => void,
  ): void;
  interface Participant {
    serviceProviderId: string;
    serviceProviderLogoutURL: string;
    nameId: string;
    nameIdFormat: string;
    sessionIndex: string | undefined;
    binding: string;
    cert: string;
  }
  interface Participants {
    hasElements: () => boolean;
    getFirst: (done: (error: null, participant?: Participant) => void) => void;
    get: (
      issuer: string,
      sessions: readonly string[],
      nameId: string,
      done: (error: null, participant?: Participant) => void,
    ) => void;
    remove: (issuer: string, session: string, nameId: string, done: (error: null) => void) => void;
  }
  export interface LogoutOptions {
    issuer: string;
    cert: string;
    key: string;
    deflate: boolean;
    signatureAlgorithm?: string;
    digestAlgorithm?: string;
    sessionParticipants: Participants;
  }
  export function logout(
    options: LogoutOptions,
  ): (
    request: Partial<Request> & { body: object; session: object },
    answer: { set: () => void; send: (body: unknown) => void; redirect: (url: string) => void },
    next: (error?: Error) => void,
  ) => void;
  export function getSamlResponse(
    options: ResponseOptions,
    user: unknown,
    done: (error: Error | null, xml?: string) => void,
  ): void;
}
