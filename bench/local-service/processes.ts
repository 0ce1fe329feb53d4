import { execFileSync } from 'node:child_process';

/** A process and what it has in memory. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Resident memory in MB of 1,000,000 bytes. */
  readonly residentMb: number;
  readonly command: string;
}

/** All processes that descend from one, and that one. */
export function processesBelow(pid: number): readonly RunningProcess[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(parseLine);
  const below = (parent: number): RunningProcess[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return [...all.filter((one) => one.pid === pid), ...below(pid)];
}

/** Sum of the resident memory of processes; what several of them share counts several times. */
export const residentSum = (processes: readonly RunningProcess[]): number =>
  processes.reduce((sum, { residentMb }) => sum + residentMb, 0);

function parseLine(line: string): RunningProcess {
  const [pid, parent, kibibytes, ...command] = line.trim().split(/\s+/);
  return {
    pid: Number(pid),
    parent: Number(parent),
    residentMb: (Number(kibibytes) * 1024) / 1e6,
    command: command.join(' '),
  };
}
