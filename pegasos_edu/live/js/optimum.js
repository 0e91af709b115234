// The smallest value of the objective, certified: f* is no less than value − gap.
