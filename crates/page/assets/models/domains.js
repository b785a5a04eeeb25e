// What a constraint search has assigned and pruned, at any step of it.

import { ASSIGN, PRUNE, SOLUTION, TAKES_BACK } from "./events.js";

const SNAPSHOT = 512;

/** The state after some steps. `pruned` holds, for each value of each variable, the step that pruned it, from 1. */
class State {
  constructor(variables, values) {
    this.values = values;
    this.assigned = new Int32Array(variables).fill(-1);
    this.pruned = new Uint32Array(variables * values);
    /** For each assignment that stands: its variable, and what was pruned since. */
    this.frames = [];
    this.after = 0;
    /** The variable of the last step. */
    this.changed = -1;
    this.solved = false;
  }

  copy() {
    const frames = this.frames.map(({ variable, cells }) => ({ variable, cells: [...cells] }));
    const own = { assigned: this.assigned.slice(), pruned: this.pruned.slice(), frames };
    return Object.assign(Object.create(State.prototype), this, own);
  }

  apply(step) {
    // A solution stands until the search goes on.
    if (this.solved) this.takeBack();
    this.solved = step.event === SOLUTION;
    this.after += 1;
    this.changed = step.variable ?? -1;
    if (step.event === ASSIGN) {
      this.assigned[step.variable] = step.value;
      this.frames.push({ variable: step.variable, cells: [] });
    } else if (step.event === PRUNE) {
      const cell = step.variable * this.values + step.value;
      if (this.pruned[cell]) return;
      this.pruned[cell] = this.after;
      this.frames.at(-1)?.cells.push(cell);
    } else if (TAKES_BACK.has(step.event)) this.takeBack();
  }

  takeBack() {
    const frame = this.frames.pop();
    if (!frame) return;
    this.assigned[frame.variable] = -1;
    for (const cell of frame.cells) this.pruned[cell] = 0;
  }

  isPruned(variable, value) {
    return this.pruned[variable * this.values + value] > 0;
  }
}

export class DomainsModel {
  constructor(variables, values) {
    this.variables = variables;
    this.values = values;
    this.steps = [];
    this.ahead = new State(variables, values);
    this.snapshots = [this.ahead.copy()];
    this.state = this.ahead.copy();
  }

  push(step) {
    this.steps.push(step);
    this.ahead.apply(step);
    if (this.ahead.after % SNAPSHOT === 0) this.snapshots.push(this.ahead.copy());
  }

  /** The state after this many steps. It is valid until the next call. */
  at(count) {
    const snapshot = this.snapshots[Math.floor(count / SNAPSHOT)];
    const near = this.state.after <= count && count - this.state.after <= count - snapshot.after;
    if (!near) this.state = snapshot.copy();
    while (this.state.after < count) this.state.apply(this.steps[this.state.after]);
    return this.state;
  }
}
