use std::fmt;

/// A shop.
/// More.
/// And more.
pub struct Shop { name: String }

impl Shop {
    pub fn new(name: &str) -> Self {
        let name = name.to_string();
        let mut x = 1;
        x += 1;
        Self { name }
    }
    fn total(&self, lines: &[Line]) -> Result<u64, Error> {
        let mut sum = 0;
        for l in lines {
            sum += l.amount;
        }
        check(sum)
    }
}

fn check(sum: u64) -> Result<u64, Error> {
    if sum > 10 {
        return Err(Error::Big);
    }
    Ok(sum)
}
