import { createStore, type StoreApi } from 'zustand/vanilla';
import { failureOf } from '../../../base/failure';
import type { GroupStore } from '../../../storage/group-store';
import { secretIn, whyLeftOut } from '../../../team/left-out';
import { lookAtServer, type ServerView } from '../../../team/server-view';
import { TeamDriver, type TeamFolder, type TeamMemberView, type TeamPlace } from '../../../team/team-driver';
import type { TeamFault } from '../../../team/team-faults';
import { teamKey } from '../../../team/team-keys';
import type { TeamSend } from '../../../team/team-line';
import { beginMember, type Pulled, type Pushed, type TeamMember, unblocked } from '../../../team/team-sync';
import type { KeptTeammate } from './kept-teammate';

/** A second member of a team, in the same page: a folder without an agent. And what the server has. */
export interface Teammate {
  readonly place: TeamPlace;
  /** Undefined until it is opened. */
  readonly view: TeamMemberView | undefined;
  readonly texts: Readonly<Record<string, string>>;
  readonly server: ServerView | undefined;
  /** Why the server could not be read, or something could not be stored. */
  readonly problem: string | undefined;

  /** Of a team: with a pull, as every session begins. */
  open(team: string): Promise<void>;
  choosePlace(place: TeamPlace): void;
  /** Why not, as a sentence. */
  write(key: string, text: string): string | undefined;
  remove(key: string): void;
  pull(): Promise<void>;
  push(): Promise<void>;
  meet(fault: TeamFault | undefined): void;
  /** [U3] What a refusal has blocked is allowed again. */
  beginSession(): Promise<void>;
  /** Of the server in this page, and of the teammate, everything of this team. */
  empty(): Promise<void>;
  look(): Promise<void>;
}

export interface TeammateParts {
  readonly address: () => string;
  send(place: TeamPlace): TeamSend;
  readonly kept: Pick<GroupStore<KeptTeammate>, 'get' | 'save'>;
  /** Of the server in this page. */
  removeTeam(team: string): Promise<void>;
  /** Where it was chosen last. */
  readonly place: { read(): TeamPlace; write(place: TeamPlace): void };
  nowMs(): number;
}

export const TEAMMATE = 'robin';

export function createTeammate(parts: TeammateParts): StoreApi<Teammate> {
  return createStore<Teammate>()((set, get) => {
    let folder: Folder | undefined;
    let driver: TeamDriver | undefined;

    const show = () => {
      if (folder !== undefined && driver !== undefined)
        set({ view: driver.view(), texts: Object.fromEntries(folder.held) });
    };

    const keep = async (of: Folder) => {
      const saved = await parts.kept.save(of.name, TEAMMATE, { files: Object.fromEntries(of.held), member: of.known });
      if (!saved.ok) set({ problem: `${saved.error.what} ${saved.error.advice}` });
    };

    const start = (name: string, kept: KeptTeammate | undefined) => {
      driver?.close();
      const opened = new Folder(name, kept, () => void keep(opened));
      folder = opened;
      driver = new TeamDriver({
        address: parts.address(),
        member: TEAMMATE,
        folder: opened,
        place: () => get().place,
        send: parts.send,
        nowMs: parts.nowMs,
        onChange: () => {
          if (folder === opened) show();
        },
      });
    };

    return {
      place: parts.place.read(),
      view: undefined,
      texts: {},
      server: undefined,
      problem: undefined,

      open: async (team) => {
        if (folder?.name === team) return;
        set({ view: undefined, texts: {}, server: undefined, problem: undefined });
        const kept = await parts.kept.get(team, TEAMMATE);
        if (!kept.ok) set({ problem: `${kept.error.what} ${kept.error.advice}` });
        start(team, kept.ok ? kept.value : undefined);
        await get().beginSession();
      },

      choosePlace: (place) => {
        parts.place.write(place);
        set({ place, server: undefined });
        void get().pull();
        void get().look();
      },

      write: (key, text) => {
        const why = whyNotWritten(key, text);
        if (why !== undefined) return why;
        folder?.write(key, text);
        driver?.look();
        return undefined;
      },

      remove: (key) => {
        folder?.remove(key);
        driver?.look();
      },

      pull: async () => {
        await driver?.pull();
        await get().look();
      },

      push: async () => {
        await driver?.push();
        await get().look();
      },

      meet: (fault) => driver?.meet(fault),

      beginSession: async () => {
        if (folder !== undefined) folder.known = unblocked(folder.known);
        await driver?.pull();
        await get().look();
      },

      empty: async () => {
        if (folder === undefined) return;
        try {
          await parts.removeTeam(folder.name);
        } catch (error) {
          const { what, advice } = failureOf(error);
          set({ problem: `${what} ${advice}` });
          return;
        }
        start(folder.name, undefined);
        await keep(folder);
        await get().beginSession();
      },

      look: async () => {
        if (folder === undefined) return;
        const { name } = folder;
        const { place } = get();
        const read = await lookAtServer({
          address: parts.address(),
          team: name,
          member: 'looks-on',
          send: parts.send(place),
          nowMs: parts.nowMs,
        });
        if (folder?.name !== name || get().place !== place) return;
        if (!read.ok) set({ server: undefined, problem: read.error });
        else if (JSON.stringify(read.value) !== JSON.stringify(get().server))
          set({ server: read.value, problem: undefined });
      },
    };
  });
}

/** [U4] [U5] Why the user may not write a file of a team, as a sentence. */
export function whyNotWritten(key: string, text: string): string | undefined {
  const name = teamKey(key);
  if (!name.ok) return `“${key.slice(0, 80)}” cannot be the name of a memory: ${name.error}.`;
  const secret = secretIn(text);
  if (secret !== undefined) {
    return `${key} was not saved: it contains a secret (rule “${secret}”), and the memory of the team is shared.`;
  }
  const why = whyLeftOut(key, text);
  return why === undefined ? undefined : `${key} was not saved: ${why.replace('is not sent: ', '')}.`;
}

class Folder implements TeamFolder {
  readonly held: Map<string, string>;
  known: TeamMember;

  constructor(
    readonly name: string,
    kept: KeptTeammate | undefined,
    private readonly onChange: () => void,
  ) {
    this.held = new Map(Object.entries(kept?.files ?? {}));
    this.known = kept?.member ?? beginMember(this.held);
  }

  team(): string {
    return this.name;
  }

  files(): ReadonlyMap<string, string> {
    return new Map(this.held);
  }

  member(): TeamMember {
    return this.known;
  }

  take(outcome: Pulled | Pushed): void {
    this.known = outcome.member;
    if (outcome.type === 'pulled') for (const [key, text] of Object.entries(outcome.files)) this.held.set(key, text);
    this.onChange();
  }

  write(key: string, text: string): void {
    this.held.set(key, text);
    this.onChange();
  }

  remove(key: string): void {
    if (!this.held.delete(key)) return;
    this.known = unblocked(this.known);
    this.onChange();
  }
}
