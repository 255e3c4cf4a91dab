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
  export function getSamlResponse(
    options: ResponseOptions,
    user: unknown,
    done: (error: Error | null, xml?: string) => void,
  ): void;
}
