/** Version of the engine's arithmetic, echoed in every answer; equal to the package version (a test holds it). */
export const ENGINE_VERSION = '0.1.0';
