require 'json'

module Shop
  class Order < Base
    attr_reader :id
    def initialize(id)
      @id = id
      @lines = []
      @total = 0
    end

    def self.load(path)
      data = JSON.parse(File.read(path))
      data.each do |row|
        new(row)
      end
      check(data)
    end

    def check(data)
      raise "x" if data.empty?
      puts data
      data
    end
  end
end
