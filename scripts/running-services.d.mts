export declare function noteRunning(root: string): void;
export declare function runningServices(root: string): number[];
