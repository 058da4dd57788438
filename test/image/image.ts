import type { SystemUser } from '../../scripts/stack/postgres-user.js';

/** The settings of the final stage of the Dockerfile. */
export interface ImageConfig {
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** `user:group`, as numbers. */
  readonly user: string;
  readonly ports: readonly number[];
}

/** A process on this machine that runs the image's ENTRYPOINT. SIGTERM to this process reaches Node. */
export interface ImageCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly user?: SystemUser | undefined;
}

export interface BuiltImage {
  readonly builtBy: 'docker' | 'buildah' | 'folder';
  readonly config: ImageConfig;
  /** @param args replace CMD @param env is added to the variables of the image: nothing else of this process's environment gets in */
  readonly command: (args: readonly string[], env: Readonly<Record<string, string>>) => ImageCommand;
  readonly remove: () => void;
}
